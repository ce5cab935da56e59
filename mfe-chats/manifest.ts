import { defineManifest } from '@paddock/contract/manifest';

export const manifest = defineManifest({
  id: 'mfe-chats',
  title: 'Chats',
  contract: '^1.0.0',
  tabs: [{ id: 'chats', title_key: 'tabs.chats', icon: 'message-circle' }],
  links: { 'chats.list': '/main/chats' },
  permissions: ['chats.read'],
  budget_kb: 40,
});
