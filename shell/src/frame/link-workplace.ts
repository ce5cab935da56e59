import { belongsTo } from '@paddock/contract/core/workplaces';
import type { Kit } from '@paddock/mfe-kit/kit-context';

/** Switches to a workplace if it is the member's; a foreign one changes nothing. */
export function enterWorkplace({ session, deployment }: Pick<Kit, 'session' | 'deployment'>, wanted: string): void {
  const { user, workplace } = session.get();
  if (user && wanted !== workplace && belongsTo(user, wanted, deployment.get())) session.switchWorkplace(wanted);
}

/** Returns and removes the workplace that the opened link named. */
export function takeLinkWorkplace({ entry }: Pick<Kit, 'entry'>): string | undefined {
  const { workplace, ...rest } = entry.get();
  if (workplace !== undefined) entry.set(rest);
  return workplace;
}

/** Enters the workplace that the opened link named. While signed out the link keeps it for after the sign-in. */
export function followLinkWorkplace(kit: Pick<Kit, 'session' | 'deployment' | 'entry'>): void {
  if (kit.session.get().user === null) return;
  const wanted = takeLinkWorkplace(kit);
  if (wanted !== undefined) enterWorkplace(kit, wanted);
}
