import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-shouts',
  title: 'Shouts',
  contract: '^1.0.0',
  tabs: [{ id: 'shouts', title_key: 'tabs.shouts', icon: 'megaphone' }],
  routes: [{ path: '/main/shout/:id' }, { path: '/main/likers/:id' }, { path: '/main/conversation/:id' }],
  links: {
    'shouts.feed': '/main/shouts',
    'shouts.conversation': '/main/conversation/:id',
    'shouts.shout': '/main/shout/:id',
    'shouts.of_member': '/main/shouts/of/:uid',
  },
  slots: { offers: ['shouts.conversation', 'shouts.comments'], uses: ['chats.outside', 'account.report'] },
  permissions: ['shouts.read', 'shouts.post', 'shouts.delete', 'shouts.like', 'shouts.vote', 'comments.read'],
  budget_kb: 33.2,
});
