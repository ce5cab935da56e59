import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { lazyPart } from '@paddock/mfe-kit/lazy-part';
import { Suspense } from 'react';
import { Desk } from './desk';

const operations = () => import('../../operations/pages-chunk');
const StatusPage = lazyPart(operations, 'StatusPage', operations);
const DeploymentPage = lazyPart(operations, 'DeploymentPage', operations);

/** The admin's desk, and the operators' pages below its address, which load when they are opened. */
export function AdminPage({ params: { page } }: ScreenProps<'page'>) {
  if (page !== 'status' && page !== 'deployment') return <Desk />;
  return <Suspense>{page === 'status' ? <StatusPage /> : <DeploymentPage />}</Suspense>;
}
