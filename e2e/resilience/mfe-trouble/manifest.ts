import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-trouble',
  title: 'Trouble',
  contract: '^1.0.0',
  tabs: [
    { id: 'links', title_key: 'tabs.links', icon: 'link' },
    // Deployed only by the test that turns it off.
    { id: 'people', title_key: 'tabs.people', icon: 'users' },
  ],
  routes: [{ path: '/main/policy' }],
  budget_kb: 40,
});
