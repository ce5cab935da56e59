import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-trouble',
  title: { en: 'Trouble' },
  contract: '^1.0.0',
  tabs: [{ id: 'links', title: { en: 'Links' }, icon: 'link' }],
  routes: [{ path: '/main/policy' }],
  budget_kb: 40,
});
