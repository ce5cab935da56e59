import { lazyPart } from '@paddock/mfe-kit/lazy-part';

/** The slot `account.report`. */
export const ReportSlot = lazyPart(
  () => import('./report-sheet'),
  'ReportSheet',
  () => import('./moderation-texts'),
);
