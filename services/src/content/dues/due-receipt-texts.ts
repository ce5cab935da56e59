import type { Language } from '@paddock/contract/core/deployment';
import type { LedgerEntry } from '../../community/payments/ledger.schema.js';

/** The words of a receipt. */
export interface ReceiptTexts {
  receipt: string;
  number: string;
  date: string;
  member: string;
  purpose: string;
  total: string;
  /** On receipts of the built-in test provider. */
  test: string;
  kinds: Readonly<Record<LedgerEntry['kind'], string>>;
}

const english: ReceiptTexts = {
  receipt: 'Receipt',
  number: 'Number',
  date: 'Date',
  member: 'Received from',
  purpose: 'For',
  total: 'Total',
  test: 'Test payment: no money has moved.',
  kinds: { charge: 'Paid by card', manual: 'Paid', refund: 'Refunded to the card', manual_refund: 'Refunded' },
};

const arabic: ReceiptTexts = {
  receipt: 'إيصال',
  number: 'الرقم',
  date: 'التاريخ',
  member: 'استُلم من',
  purpose: 'مقابل',
  total: 'المجموع',
  test: 'دفعة تجريبية: لم تُحوَّل أي أموال.',
  kinds: {
    charge: 'دُفع بالبطاقة',
    manual: 'دُفع',
    refund: 'رُدّ إلى البطاقة',
    manual_refund: 'رُدّ',
  },
};

/** A language without texts uses English. */
export const receiptTexts = (language: Language): ReceiptTexts => (language === 'ar' ? arabic : english);
