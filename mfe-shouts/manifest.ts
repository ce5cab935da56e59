import { defineManifest } from '@paddock/contract/core/manifest';

export const manifest = defineManifest({
  id: 'mfe-shouts',
  title: { en: 'Shouts', ar: 'المنشورات' },
  contract: '^1.0.0',
  tabs: [{ id: 'shouts', title: { en: 'Shouts', ar: 'المنشورات' }, icon: 'megaphone' }],
  routes: [
    { path: '/main/shout/:id' },
    { path: '/main/shout-comment/:id' },
    { path: '/main/filters' },
    { path: '/main/likers/:id' },
    { path: '/main/conversation/:id' },
  ],
  links: {
    'shouts.feed': '/main/shouts',
    'shouts.conversation': '/main/conversation/:id',
    'shouts.shout': '/main/shout/:id',
    'shouts.of_member': '/main/shouts/of/:uid',
  },
  follows: ['people.profile', 'chats.group', 'chats.open', 'files.pdf'],
  slots: {
    offers: ['shouts.conversation', 'shouts.comments', 'shouts.pictures'],
    uses: ['chats.outside', 'account.report', 'shouts.pictures'],
  },
  permissions: [
    'groups.read',
    'groups.write',
    'shouts.read',
    'shouts.post',
    'shouts.delete',
    'shouts.like',
    'shouts.vote',
    'comments.read',
    'badges.read',
    'chats.mark',
    'chats.read',
    'files.upload',
    'files.delete',
    'people.block',
  ],
  budget_kb: 35.5,
});
