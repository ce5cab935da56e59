/** One record for each id: the last copy, at the place of the first. Pages that are read one after the other may overlap. */
export const uniqueById = <T extends { readonly id: string }>(records: readonly T[]): T[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];
