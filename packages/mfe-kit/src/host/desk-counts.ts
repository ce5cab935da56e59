import { readApplicants } from '@paddock/contract/calls/approval';
import { readFeedback } from '@paddock/contract/calls/feedback';
import { readReports } from '@paddock/contract/calls/moderation';
import { useCallCache, useCallQuery } from '../calls/queries';
import { useRealtime } from '../realtime/realtime';
import { useSession } from '../session/session';

export interface DeskCounts {
  /** Members waiting for approval; 0 in a deployment without it. */
  waiting: number;
  reports: number;
  /** Unread feedback. */
  feedback: number;
}

/** Requests pages of one row: only the counts are needed. */
const oneRow = { count: 1 };

/** What waits for the admins of the current workplace; undefined for other members. */
export function useDeskCounts(): DeskCounts | undefined {
  const { isAdmin, flags } = useSession();
  const cache = useCallCache();
  const options = { live: true, enabled: isAdmin };
  const waiting = useCallQuery(readApplicants, oneRow, {
    ...options,
    enabled: isAdmin && flags.admin_approval_required,
  });
  const reports = useCallQuery(readReports, oneRow, options);
  const feedback = useCallQuery(readFeedback, oneRow, options);
  useRealtime('posting_notification', () => void cache.refresh(readApplicants, oneRow));
  useRealtime('updating_reports', () => void cache.refresh(readReports, oneRow));
  if (!isAdmin) return undefined;
  return {
    waiting: waiting.data?.total ?? 0,
    reports: reports.data?.open ?? 0,
    feedback: feedback.data?.unread ?? 0,
  };
}

/** The sum of what waits. */
export const deskTotal = ({ waiting, reports, feedback }: DeskCounts): number => waiting + reports + feedback;
