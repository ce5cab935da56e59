import { z } from 'zod';
import { defineCall, instant } from '../core/call.js';

const count = z.number().int().min(0);

/** A running process of the services. */
const runningProcess = z.object({
  id: z.string(),
  /** The first label of its machine's name. */
  host: z.string(),
  /** The commit or name of the release that runs; absent if it is unknown. */
  release: z.string().optional(),
  contract: z.string(),
  /** The services whose calls it answers; empty for all. */
  services: z.array(z.string()),
  started: instant,
  /** Its last report, by its own clock. */
  seen: instant,
  /** True if no other process writes. */
  alone: z.boolean(),
  /** True of the process that answers this call. */
  answering: z.boolean(),
  /** For how long the oldest event waits for a subscriber of this process. */
  outbox_lag_ms: count,
  /** How many events wait for its slowest durable subscriber; absent for a process of a former version. */
  outbox_waiting: count.optional(),
});
export type RunningProcess = z.output<typeof runningProcess>;

/** A periodic job, as the processes ran it for this community. */
const periodicJob = z.object({
  /** Module and job, such as rooms.release_bookings. */
  name: z.string(),
  every_seconds: count,
  last: instant,
  /** The last failure: a code or the name of an error, never its message. */
  failed: z.object({ at: instant, error: z.string() }).optional(),
});
export type PeriodicJob = z.output<typeof periodicJob>;

const failingModule = z.object({
  id: z.string(),
  version: z.string(),
  /** What members' windows reported of this version, if it failed within the last day. */
  failures: z.object({ count, code: z.string(), last: instant }).optional(),
  /** Why the channel's present release is not used. */
  problem: z.string().optional(),
});

const status = z.object({
  at: instant,
  processes: z.array(runningProcess),
  database: z.object({
    kind: z.enum(['embedded', 'standalone', 'replica_set', 'sharded']),
    version: z.string(),
    ping_ms: z.number().min(0),
    /** Absent if the database does not report it; measured every five minutes. */
    bytes: count.optional(),
  }),
  /** Mails of this community. */
  mail: z.object({
    waiting: count,
    /** When the oldest waiting mail was stored. */
    oldest: instant.optional(),
    /** Mails of the last seven days that were given up. */
    failed: count,
  }),
  /** Of all processes; a job that failed last comes first. */
  jobs: z.array(periodicJob),
  /** The last complete backup; absent if there was none. */
  backup: z.object({ made: instant, files: count.optional(), bytes: count.optional() }).optional(),
  modules: z.array(failingModule),
  /** Places in the deployment's files that were refused; the last good state is served. */
  refused: z.array(z.object({ path: z.string(), hint: z.string() })),
  /** Refusals by this community's limits in the last hour, the most frequent first. */
  limits: z.array(z.object({ name: z.string(), count })),
});
export type Status = z.output<typeof status>;

/**
 * GET operations/status: figures of processes and database are of the whole system, the others of the caller's community. Nothing in it
 * names a member.
 */
export const readStatus = defineCall({
  name: 'operations.status',
  method: 'GET',
  path: '/operations/status',
  summary: 'How the system runs, for operators',
  input: {},
  reply: status,
  permission: 'operations.read',
});

const problem = z.object({ path: z.string(), hint: z.string() });

/** What a valid deployment leaves without effect. */
const finding = z.object({
  path: z.string(),
  problem: z.string(),
  consequence: z.string(),
  remedy: z.string(),
});
export type DeploymentFinding = z.output<typeof finding>;

/** An act on the registry: by whom and when. */
const act = z.object({ at: instant, by: z.string() });

/** The members that a release reached, and those for whom it failed. */
const rolloutArm = z.object({ members: count, failed: count });

const deployedModule = z.object({
  id: z.string(),
  title: z.string(),
  version: z.string(),
  /** The channel that leads to the version; absent for a version that the file names. */
  channel: z.string().optional(),
  /** `proven`: members' windows have shown it; `failing`: they reported a failure within the last day; `new`: neither. */
  state: z.enum(['proven', 'failing', 'new']),
  failures: z.object({ count, code: z.string(), last: instant }).optional(),
  /** Why the channel's present release is not used. */
  problem: z.string().optional(),
  /** Gzip bytes of its first load; absent for a release without compressed files. */
  bytes: count.optional(),
  /** The team that its manifest names. */
  owner: z.string().optional(),
  released: act.extend({ commit: z.string().optional() }).optional(),
  /** The newest releases in the registry, for an override. */
  releases: z.array(z.object({ version: z.string(), channels: z.array(z.string()), recalled: z.boolean() })),
  /** A release that a percentage of the members gets in its place, and how both go with members. */
  rollout: z
    .object({
      version: z.string(),
      percent: z.number(),
      started: instant,
      next: rolloutArm,
      before: rolloutArm,
      /** Since when all members get the release before again, because the new one failed clearly more often. */
      returned: instant.optional(),
    })
    .optional(),
  /** The version that the caller's session shows in its place. */
  override: z.string().optional(),
  moved: act.extend({ before: z.string().optional() }).optional(),
});
export type DeployedModule = z.output<typeof deployedModule>;

const deployedTab = z.object({
  id: z.string(),
  title: z.string(),
  namespace: z.string().optional(),
  /** Absent for a page of the shell. */
  module: z.string().optional(),
  /** The flag that turns it off. */
  off_by: z.string().optional(),
});
export type DeployedTab = z.output<typeof deployedTab>;

const deployedFlag = z.object({
  /** `events_tab.months_after`. */
  path: z.string(),
  type: z.string(),
  /** In English, from the contract. */
  meaning: z.string().optional(),
  /** JSON. */
  default: z.string().optional(),
  /** JSON; absent for a flag without value. A text may have one value for each language. */
  value: z.string().optional(),
  source: z.enum(['community', 'base', 'default']),
});
export type DeployedFlag = z.output<typeof deployedFlag>;

const deployed = z.object({
  community: z.object({ id: z.string(), title: z.string() }),
  revision: z.string(),
  /** The name of the community's file. */
  file: z.string(),
  refused: z.array(problem),
  findings: z.array(finding),
  tabs: z.array(deployedTab),
  modules: z.array(deployedModule),
  flags: z.array(deployedFlag),
});

/** GET operations/deployment: what the caller's community runs, and what the doctor says about it. */
export const readDeployment = defineCall({
  name: 'operations.deployment',
  method: 'GET',
  path: '/operations/deployment',
  summary: "The caller's community: tabs, modules, flags and what is wrong with them",
  input: {},
  reply: deployed,
  permission: 'operations.read',
});

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
/** The value of a flag as JSON; empty removes it. */
export const flagValue = z
  .string()
  .trim()
  .max(20_000)
  .refine((text) => text === '' || isJson(text), 'INVALID_PATTERN');

/** The text of a deployment file. */
export const deploymentFile = z.string().trim().max(100_000);

/** The forms of a change; the service uses the same schemas. */
export const flagChangeForm = () => z.strictObject({ value: flagValue.optional() });
export const fileChangeForm = () => z.strictObject({ file: deploymentFile.min(1, 'REQUIRED') });

/**
 * POST operations/check_change: what a changed flag or file would do. It changes nothing: the file's author writes the change.
 */
export const checkChange = defineCall({
  name: 'operations.check_change',
  method: 'POST',
  path: '/operations/check_change',
  summary: 'Check a changed flag or file, and show the change of the file',
  input: {
    /** The whole text of the community's own file. Without it, the present one with another value of a flag. */
    file: deploymentFile.optional(),
    /** A path of the list of flags. */
    path: z.string().max(200).optional(),
    /** The new value as JSON; absent or empty removes the community's own value. */
    value: flagValue.optional(),
  },
  reply: z.object({
    /** Why the changed file would be refused; empty for a valid one. */
    problems: z.array(problem),
    /** Findings of the changed file that the present file does not have. */
    findings: z.array(finding),
    /** A unified diff of the community's file; empty if nothing changes. */
    diff: z.string(),
  }),
  permission: 'operations.read',
  errors: ['NOT_FOUND'],
});

const moduleId = z.string().regex(/^mfe-[a-z-]{1,56}$/);
const overrides = z.object({ overrides: z.array(z.object({ module: z.string(), version: z.string() })) });

/**
 * POST operations/overrides: shows another release of a module to the caller's session alone, until it ends or the session does.
 * RELEASE_REFUSED: it was recalled, makes calls that these services lack, or does not fit the deployment.
 */
export const setOverride = defineCall({
  name: 'operations.override',
  method: 'POST',
  path: '/operations/overrides',
  summary: 'Show another release of a module to this session alone',
  input: {
    module: moduleId,
    /** Of the registry. The deployed one ends the override. */
    version: z.string().regex(/^\d[\w.+-]{0,59}$/),
  },
  reply: overrides,
  permission: 'operations.override',
  errors: ['RELEASE_REFUSED'],
});

/** DELETE operations/overrides: shows the deployed releases again. */
export const endOverrides = defineCall({
  name: 'operations.end_overrides',
  method: 'DELETE',
  path: '/operations/overrides',
  summary: 'End the overrides of this session',
  input: {
    /** Absent: all of them. */
    module: moduleId.optional(),
  },
  reply: overrides,
  permission: 'operations.override',
});
