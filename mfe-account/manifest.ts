import { defineManifest } from '@paddock/contract/manifest';

export const manifest = defineManifest({
  id: 'mfe-account',
  title: 'Account',
  contract: '^1.0.0',
  routes: [
    { path: '/', signed_out: true },
    { path: '/login', signed_out: true },
    { path: '/signup', signed_out: true },
    { path: '/terms', signed_out: true },
    { path: '/privacy', signed_out: true },
    { path: '/main/settings' },
    { path: '/main/terms' },
    { path: '/main/privacy' },
  ],
  links: { 'account.settings': '/main/settings', 'account.login': '/login' },
  permissions: ['account.enter', 'account.read', 'account.leave', 'account.change_password'],
  budget_kb: 15.3,
});
