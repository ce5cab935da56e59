/** Each record once, in the place of its first and as its last: pages that are read one after the other may share some. */
export const uniqueById = <T extends { readonly id: string }>(records: readonly T[]): T[] => [
  ...new Map(records.map((record) => [record.id, record])).values(),
];
