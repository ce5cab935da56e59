import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deploymentsDir } from '@paddock/cli/paths.mjs';

/** The measured community. It is a demo community with different content. */
export const community = 'motorsport';
export const password = 'paddock-demo';
export const people = 101;
/** Groups with topics; as many other groups are empty and receive the measured posts, so that the feeds do not change. */
export const topicGroups = 10;
const topicsPerGroup = 30;
const repliesPerTopic = 7;
const chats = 18;
const messagesPerChat = 50;

const words =
  'the car tyres stint lap pit board fuel brake duct wing floor scrutineering briefing paddock gate radio timing green flag yellow sector garage trailer awning driver crew engineer weather rain dry slick warm up out in box debrief'.split(
    ' ',
  );

/**
 * Returns a text with a number of words, always the same for the same seed.
 * @param {number} seed
 * @param {number} count
 */
export const sentence = (seed, count) =>
  Array.from({ length: count }, (_, index) => words[(seed * 31 + index * (7 + (seed % 5))) % words.length]).join(' ');

/** The words of a plain text, as the services store those of shouts. @param {string} text */
export const wordsOf = (text) => [...new Set(text.toLowerCase().split(' '))];

/** The search terms of a plain text, as the services store those of members. @param {string} text */
export const termsOf = (text) => [
  ...new Set(wordsOf(text).flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1)))),
];

/** @param {number} index */
export const username = (index) => `member_${index}`;

/**
 * 101 members, 300 topics (shouts in ten groups that include everyone) and 3,000 replies (2,100 comments and 900 messages of
 * direct chats), as demo content, so that the services' own bulk path creates the records.
 */
export function content() {
  const groups = Array.from({ length: 2 * topicGroups }, (_, index) => ({
    key: `group-${index}`,
    title: `Garage ${index + 1}`,
    description: sentence(index, 12),
    color: '#2a6fdb',
    icon: 'flag',
    invisible: false,
    autojoin: false,
    workplace: '',
    owners: [username(index)],
    members: 'everyone',
  }));
  const post = (seed, minutes_ago) => ({
    by: username((seed * 17) % people),
    minutes_ago,
    text: sentence(seed, 8 + (seed % 17)),
    likes: seed % 5,
  });
  const topics = groups.slice(0, topicGroups).map(({ key }, group) => ({
    group: key,
    workplace: '',
    shouts: Array.from({ length: topicsPerGroup }, (_, topic) => {
      const seed = group * topicsPerGroup + topic;
      const age = 20_000 - topic * 600;
      const comments = Array.from({ length: repliesPerTopic }, (_, reply) =>
        post(seed * repliesPerTopic + reply, age - 10 - reply),
      );
      return { ...post(seed, age), comments };
    }),
  }));
  const directChats = Array.from({ length: chats }, (_, chat) => {
    const between = [username(chat), username(chat + 50)];
    const shouts = Array.from({ length: messagesPerChat }, (_, index) => ({
      ...post(chat * messagesPerChat + index, 5_000 - index * 60),
      by: between[index % 2],
      likes: 0,
    }));
    return { between, workplace: '', shouts };
  });
  const members = Array.from({ length: people }, (_, index) => ({
    username: username(index),
    fullname: `Member Number ${index}`,
    company: `Team ${index % 12}`,
    description: sentence(index, 9),
    user_type: 'Driver',
    custom_field_0: 'Performance Personnel',
  }));
  return { about: 'Made for measuring.', members, groups, conversations: [...topics, ...directChats], events: [] };
}

/** User names of the two members of each direct chat. */
export const chatPairs = Array.from({ length: chats }, (_, chat) => ({ a: username(chat), b: username(chat + 50) }));

/**
 * Copies the deployments, with other content than the demo content, and with further flags of the community.
 * @param {string} folder
 * @param {{ content?: object, flags?: object }} [changed]
 */
export async function writeDeployments(folder, { content: written = content(), flags = {} } = {}) {
  await mkdir(join(folder, 'demo'), { recursive: true });
  for (const name of await readdir(deploymentsDir))
    if (name !== 'demo') await cp(join(deploymentsDir, name), join(folder, name), { recursive: true });
  await writeFile(join(folder, 'demo', `${community}.json`), JSON.stringify(written));
  const file = join(folder, `${community}.json`);
  const deployment = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...deployment, flags: { ...deployment.flags, ...flags } }));
}
