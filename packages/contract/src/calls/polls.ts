import { z } from 'zod';
import { defineCall, id, instant, instantInput } from '../core/call.js';
import { isVisible, spokenText } from '../core/speakable.js';
import { userCard } from './users.js';

/** Limits of a poll (A §9): characters of its question and of an option, and options. */
export const pollLimits = { question: 250, option: 200, minOptions: 2, maxOptions: 10 } as const;

/** A shout's poll as one member sees it (specification A §3, Poll). */
export const poll = z.object({
  options: z
    .array(z.object({ id, text: z.string(), voters_count: z.number().int() }))
    .min(pollLimits.minOptions)
    .max(pollLimits.maxOptions),
  /** Members may choose several options. */
  multiple: z.boolean(),
  /** Hides the voters from all members; the counts stay visible. */
  private: z.boolean(),
  /** Without an end the poll stays open. */
  end: instant.optional(),
  /** The end has passed: votes change nothing. */
  closed: z.boolean(),
  /** Members who voted, each counted once. */
  voters_count: z.number().int(),
  /** Ids of the options that the receiver chose. */
  user_votes: z.array(id),
});
export type Poll = z.output<typeof poll>;

/** The default time until a new poll ends (A §9): 7 days, in ms. */
export const defaultPollMs = 7 * 86_400_000;

const pollOption = spokenText(1000).trim().max(pollLimits.option, 'LENGTH_PATTERN').refine(isVisible, 'REQUIRED');

/** Names of the form's fields for the options; the first two are mandatory. */
export const pollOptionFields = [
  ...(['poll_option_0', 'poll_option_1', 'poll_option_2', 'poll_option_3', 'poll_option_4'] as const),
  ...(['poll_option_5', 'poll_option_6', 'poll_option_7', 'poll_option_8', 'poll_option_9'] as const),
] as const;

/** The form of a new poll (B §3, Poll): the same rules as {@link pollFields}, with a field for each option. */
export function pollForm(now: () => number) {
  // An emptied field is no option.
  const more = spokenText(1000).trim().max(pollLimits.option, 'LENGTH_PATTERN').optional();
  return z
    .strictObject({
      shout: spokenText(1000).trim().max(pollLimits.question, 'LENGTH_PATTERN').refine(isVisible, 'REQUIRED'),
      ...{ poll_option_0: pollOption, poll_option_1: pollOption, poll_option_2: more, poll_option_3: more },
      ...{ poll_option_4: more, poll_option_5: more, poll_option_6: more, poll_option_7: more },
      ...{ poll_option_8: more, poll_option_9: more },
      pollMultiple: z.boolean().optional(),
      /** Members may read who voted. */
      pollPublic: z.boolean().optional(),
      pollEnd: instantInput.refine((end) => Date.parse(end) > now(), 'INVALID_END_DATE').optional(),
    })
    .superRefine((form, check) => {
      const options = pollOptionFields.map((name) => form[name]);
      for (const [index, option] of options.entries())
        if (option && options.indexOf(option) < index)
          check.addIssue({ code: 'custom', path: [pollOptionFields[index]!], message: 'INVALID_PATTERN' });
    });
}

export type PollFormInput = z.input<ReturnType<typeof pollForm>>;

/** Fields of a new shout that make it a poll, whose question is the shout's text (A §3). Options must differ. */
export const pollFields = {
  poll_options: z
    .array(pollOption)
    .min(pollLimits.minOptions, 'LENGTH_PATTERN')
    .max(pollLimits.maxOptions, 'LENGTH_PATTERN')
    .refine((options) => new Set(options).size === options.length, 'INVALID_PATTERN')
    .optional(),
  poll_multiple: z.boolean().optional(),
  poll_private: z.boolean().optional(),
  /** INVALID_END_DATE unless in the future. */
  poll_end: instantInput.optional(),
};

/** Other spellings of {@link pollFields}. */
export const pollAliases = {
  pollOptions: 'poll_options',
  pollMultiple: 'poll_multiple',
  pollPrivate: 'poll_private',
  pollEnd: 'poll_end',
} as const;

/** Replaces the caller's vote; no ids take it back. A vote after the end returns the unchanged poll. */
export const votePoll = defineCall({
  name: 'shouts.vote',
  method: 'PUT',
  path: '/shouts/{id}/vote',
  summary: "Vote in a shout's poll: replaces the own vote; after the end it changes nothing",
  input: { id, poll_option_ids: z.array(id).max(pollLimits.maxOptions, 'LENGTH_PATTERN') },
  reply: poll,
  permission: 'shouts.vote',
  errors: ['SHOUT_NOT_FOUND'],
  aliases: { pollOptionIds: 'poll_option_ids' },
});

/** The members who chose an option, the first voter first. FORBIDDEN for a private poll, to its author and admins too. */
export const readVoters = defineCall({
  name: 'shouts.voters',
  method: 'GET',
  path: '/shouts/{id}/voters',
  summary: 'The members who chose an option of a public poll',
  input: {
    id,
    option: id,
    count: z.coerce.number().int().min(1).max(100).default(30),
    /** `next` of the previous page, or a page number from 0. */
    page: z
      .string()
      .regex(/^([0-9a-f]{24}|\d{1,6})$/)
      .optional(),
  },
  reply: z.object({ users: z.array(userCard), total_users: z.number().int(), next: z.string().nullable() }),
  permission: 'shouts.read',
  errors: ['SHOUT_NOT_FOUND', 'FORBIDDEN'],
});
