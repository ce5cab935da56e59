import { ApiError } from '@paddock/mfe-kit/api-error';
import { useText } from '@paddock/mfe-kit/i18n';
import { useToast } from '@paddock/mfe-kit/toasts';

/** Shows why a booking was not cancelled, with the specification's text for one that is too close (B §10). */
export function useCancelError(): (error: ApiError) => void {
  const t = useText();
  const toast = useToast();
  return (error) =>
    toast.error(error.code === 'FORBIDDEN' ? new ApiError('FORBIDDEN', t('room.cancel_forbidden'), 403) : error);
}
