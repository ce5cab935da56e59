import { defineMfe } from '@paddock/mfe-kit/define-mfe';
import { lazy } from 'react';
import { manifest } from '../manifest';
import { forms } from './landing/forms';
import { Landing } from './landing/landing';
import en from './messages/en.json' with { type: 'json' };

// Forms load the schema library, which the landing page does not need.
const Login = lazy(() => forms.login().then((screen) => ({ default: screen.Login })));
const Loading = lazy(() => import('./loading/loading').then((screen) => ({ default: screen.Loading })));
const SignUp = lazy(() => forms.signUp().then((screen) => ({ default: screen.SignUp })));
const Settings = lazy(() => import('./settings/settings').then((screen) => ({ default: screen.Settings })));
const Notifications = lazy(() =>
  import('./notifications/notifications').then((screen) => ({ default: screen.Notifications })),
);
const Applicants = lazy(() => import('./applicants/applicants').then((screen) => ({ default: screen.Applicants })));
const SubscriptionRequired = lazy(() =>
  import('./subscription/subscription-required').then((screen) => ({ default: screen.SubscriptionRequired })),
);
const Terms = lazy(() => import('./legal/legal').then((screen) => ({ default: screen.Terms })));
const Privacy = lazy(() => import('./legal/legal').then((screen) => ({ default: screen.Privacy })));
const VerifyPin = lazy(() => import('./verify-pin/verify-pin').then((screen) => ({ default: screen.VerifyPin })));
const EditEmail = lazy(() => import('./edit-email/edit-email').then((screen) => ({ default: screen.EditEmail })));
const PendingApproval = lazy(() =>
  import('./pending-approval/pending-approval').then((screen) => ({ default: screen.PendingApproval })),
);
const Forbidden = lazy(() => import('./forbidden/forbidden').then((screen) => ({ default: screen.Forbidden })));
const SendPassword = lazy(() =>
  import('./reset-password/send-password').then((screen) => ({ default: screen.SendPassword })),
);
const ResetPassword = lazy(() =>
  import('./reset-password/reset-password').then((screen) => ({ default: screen.ResetPassword })),
);
const Activation = lazy(() => import('./activation/activation').then((screen) => ({ default: screen.Activation })));
const Grant = lazy(() => import('./approval/approval').then((screen) => ({ default: screen.Grant })));
const Deny = lazy(() => import('./approval/approval').then((screen) => ({ default: screen.Deny })));
const Unsubscribe = lazy(() => import('./unsubscribe/unsubscribe').then((screen) => ({ default: screen.Unsubscribe })));

export default defineMfe({
  manifest,
  screens: {
    '/': Landing,
    '/login': Login,
    '/loading': Loading,
    '/signup': SignUp,
    '/terms': Terms,
    '/privacy': Privacy,
    '/verify_pin': VerifyPin,
    '/edit_email': EditEmail,
    '/pending_approval': PendingApproval,
    '/forbidden': Forbidden,
    '/subscription_required': SubscriptionRequired,
    '/send_password': SendPassword,
    '/reset_password/:token': ResetPassword,
    '/activation/:token': Activation,
    '/grant/:id/:token': Grant,
    '/deny/:id/:token': Deny,
    '/unsubscribe/:type/:token': Unsubscribe,
    '/main/settings': Settings,
    '/main/applicants': Applicants,
    '/main/notifications': Notifications,
    '/main/terms': Terms,
    '/main/privacy': Privacy,
  },
  messages: { en, ar: () => import('./messages/ar.json') },
});
