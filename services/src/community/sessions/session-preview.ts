import type { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Preview } from '../../infrastructure/tenancy/preview.js';
import type { UserRow } from '../users/user.schema.js';
import type { SessionRow } from './session.schema.js';

/** Whether a session holds a preview that has not ended. */
export const isPreviewing = ({ preview }: Pick<SessionRow, 'preview'>, now: Date): boolean =>
  preview !== undefined && preview.ends > now;

/** Whether a session changes nothing: its windows must never write what they show as a preview, also while its file would be refused. */
export const isReadOnly = ({ session, user }: { session: SessionRow; user: UserRow }, now = new Date()): boolean =>
  user.admin && isPreviewing(session, now);

/** The preview of a session: in force until it ends, while its member is a super admin and the deployment would accept its file. */
export function previewOf(
  communities: Communities,
  { session, user }: { session: SessionRow; user: UserRow },
  now = new Date(),
): Preview | undefined {
  const { community, preview } = session;
  if (!preview || !isReadOnly({ session, user }, now)) return undefined;
  const deployment = communities.previewed(community, preview);
  if (!deployment) return undefined;
  const { role, workplace, ends } = preview;
  return { role, workplace, ends, member: user._id, deployment };
}
