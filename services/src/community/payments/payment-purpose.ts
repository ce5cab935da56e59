import type Stripe from 'stripe';

/**
 * What a payment is for. Objects at the provider have it as `metadata`, so that an event finds its community and its handler. It
 * has ids only: the provider's staff can read it.
 */
export interface PaymentPurpose {
  kind: PurposeKind;
  community: string;
  workplace?: string;
  due?: string;
  user: string;
  plan?: string;
}
export const purposeKinds = ['due', 'plan'] as const;
export type PurposeKind = (typeof purposeKinds)[number];

interface Described {
  metadata?: Stripe.Metadata | null;
  /** An invoice has the metadata of its subscription. */
  parent?: { subscription_details?: { metadata?: Stripe.Metadata | null } | null } | null;
}

/** The purpose of an event's object; undefined for an object that this product did not make. */
export function purposeOf(event: Stripe.Event): PaymentPurpose | undefined {
  const { metadata, parent } = event.data.object as unknown as Described;
  const described = [metadata, parent?.subscription_details?.metadata].find((each) => each?.['community']);
  const kind = purposeKinds.find((each) => each === described?.['kind']);
  return kind && ({ ...described, kind } as PaymentPurpose);
}
