import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-chats',
  title: 'Chats',
  contract: '^1.0.0',
  tabs: [{ id: 'chats', title_key: 'tabs.chats', icon: 'message-circle' }],
  links: { 'chats.list': '/main/chats' },
  slots: { uses: ['shouts.conversation'] },
  permissions: ['chats.read', 'chats.mark', 'chats.archive'],
  budget_kb: 27.2,
});
