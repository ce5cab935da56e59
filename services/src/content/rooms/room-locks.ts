import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** The key under which this process's transactions on a room run one after another. */
export const lockOf = (room: string): string => `room ${room}`;

/** The key of those on the number and groups of a workplace's rooms. */
export const lockOfRooms = ({ community, workplace }: Tenant): string => `rooms ${community} ${workplace}`;
