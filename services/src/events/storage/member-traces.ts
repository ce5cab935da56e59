/** Filters events, or recurring ones, that a member created, organises or is asked to organise. */
export const ofMember = (user: string) => ({
  $or: [{ organizer: user }, { user }, { 'asked_organizer.user': user }],
});

/** What takes a member out of events and recurring ones, besides their creation. The request of a former member stays open. */
export const withoutMember = (user: string) =>
  [
    [{ organizer: user }, { $unset: { organizer: 1 } }],
    [{ 'asked_organizer.user': user }, { $unset: { asked_organizer: 1 } }],
    [
      { 'asked_organizer.user': { $exists: true }, 'asked_organizer.by': user },
      { $unset: { 'asked_organizer.by': 1 } },
    ],
    [{ invited: user }, { $pull: { invited: user } }],
  ] as const;
