import type { ModuleErrorCode } from '@paddock/contract/core/client-errors';

/** The failure of a missing module: its id, version, phase (the code) and cause. */
export class ModuleError extends Error {
  override readonly name = 'ModuleError';

  constructor(
    readonly code: ModuleErrorCode,
    readonly module: string,
    readonly version: string,
    cause?: unknown,
    /** The server or a proxy refused for a while: the release itself may be sound. */
    readonly isTemporary = false,
  ) {
    super(`${code}: ${module} ${version}${cause instanceof Error ? ` (${cause.message})` : ''}`, { cause });
  }
}
