import { satisfy } from '@module-federation/enhanced/runtime';

/** True when a version satisfies a range. Uses Module Federation's own check, so both agree. */
export const satisfiesRange = (version: string, range: string): boolean => satisfy(version, range);
