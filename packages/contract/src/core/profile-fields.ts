/** Fields with a property of their own in a card, row or profile (A §3); a deployment's other fields are custom ones. */
export const standardProfileFields = [
  'username',
  'fullname',
  'email',
  'company',
  'description',
  'job',
  'tags',
  'user_type',
  'url',
  'phone',
] as const;
