import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-content',
  title: 'Content',
  contract: '^1.0.0',
  tabs: [{ id: 'home', title_key: 'tabs.home', icon: 'house' }],
  links: { 'content.home': '/main/home' },
  permissions: ['home.read'],
  budget_kb: 10.9,
});
