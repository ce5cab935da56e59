import { z } from 'zod';
import { defineCall } from '../core/call.js';
import { tabKey } from '../core/tabs.js';

/** The unread counts on tab bar, rail, menu and home. */
export const readBadges = defineCall({
  name: 'badges.read',
  method: 'GET',
  path: '/badges',
  summary: 'Unread things behind each tab of the deployment; of notices tabs by their namespaces',
  input: {},
  reply: z.object({ badges: z.partialRecord(tabKey, z.number().int().min(0)) }),
  permission: 'badges.read',
});
