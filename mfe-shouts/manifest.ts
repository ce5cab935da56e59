import { defineManifest } from '@paddock/contract/manifest';

export const manifest = defineManifest({
  id: 'mfe-shouts',
  title: 'Shouts',
  contract: '^1.0.0',
  tabs: [{ id: 'shouts', title_key: 'tabs.shouts', icon: 'megaphone' }],
  links: { 'shouts.feed': '/main/shouts' },
  permissions: ['shouts.read'],
  budget_kb: 40,
});
