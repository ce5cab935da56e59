import { z } from 'zod';

const stored = z.object({
  version: z.string().regex(/^\d/),
  /** The channel's release when the rollout started: it is in force only while the channel points to it. */
  from: z.string(),
  percent: z.number().min(0).max(100),
  started: z.iso.datetime(),
});
/** `rollouts.json` of a module: by channel. */
export const rolloutTable = z.record(z.string(), stored);
