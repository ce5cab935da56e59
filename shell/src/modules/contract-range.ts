import { satisfy } from '@module-federation/enhanced/runtime';

/** True when a version lies in a range. The check is Module Federation's own, so both agree. */
export const satisfiesRange = (version: string, range: string): boolean => satisfy(version, range);
