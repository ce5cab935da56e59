import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-events',
  title: 'Events',
  contract: '^1.0.0',
  tabs: [{ id: 'events', title_key: 'tabs.events', icon: 'calendar-days' }],
  links: { 'events.list': '/main/events', 'events.detail': '/main/events/:id' },
  slots: { uses: ['shouts.comments', 'account.report'] },
  permissions: ['events.read', 'events.write', 'events.mark', 'events.reply', 'events.rate', 'events.sync'],
  budget_kb: 26,
});
