import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-chats',
  title: 'Chats',
  contract: '^1.0.0',
  tabs: [{ id: 'chats', title_key: 'tabs.chats', icon: 'message-circle' }],
  routes: [
    { path: '/main/group/new' },
    { path: '/main/group/new/:step' },
    { path: '/main/group/:id' },
    { path: '/main/group/:id/join/:token' },
    { path: '/main/group/:id/:part' },
    { path: '/accept_group_request/:group/:user/:token', signed_out: true },
    { path: '/ignore_group_request/:group/:user/:token', signed_out: true },
  ],
  links: { 'chats.list': '/main/chats', 'chats.new_group': '/main/group/new', 'chats.group': '/main/group/:id' },
  slots: { offers: ['chats.outside'], uses: ['shouts.conversation'] },
  permissions: [
    'chats.read',
    'chats.mark',
    'chats.archive',
    'groups.read',
    'groups.write',
    'groups.set_read_only',
    'groups.link',
    'groups.by_link',
    'people.search',
    'files.upload',
  ],
  budget_kb: 22,
});
