import { defineMfe, lazyScreen } from '@paddock/mfe-kit/define-mfe';
import { manifest } from '../manifest';
import { forms } from './landing/forms';
import { Landing } from './landing/landing';
import { NotificationsSlot } from './notifications/lazy-notifications-slot';
import { ReportSlot } from './moderation/lazy-report-slot';
import en from './messages/en.json' with { type: 'json' };

// Forms load the schema library, which the landing page does not need.
const Login = lazyScreen(forms.login, 'Login');
const Loading = lazyScreen(() => import('./loading/loading'), 'Loading');
const SignUp = lazyScreen(forms.signUp, 'SignUp');
const subscriptionTexts = () => import('./subscription/subscription-texts');
const Settings = lazyScreen(() => import('./settings/settings'), 'Settings', subscriptionTexts);
const Notifications = lazyScreen(() => import('./notifications/notifications'), 'Notifications');
const Applicants = lazyScreen(() => import('./applicants/applicants'), 'Applicants');
const moderationTexts = () => import('./moderation/moderation-texts');
const Moderation = lazyScreen(() => import('./moderation/moderation'), 'Moderation', moderationTexts);
const AdminPage = lazyScreen(() => import('./moderation/desk/admin-page'), 'AdminPage', moderationTexts);
const Roles = lazyScreen(() => import('./moderation/roles'), 'Roles', moderationTexts);
const Audit = lazyScreen(() => import('./moderation/audit'), 'Audit', moderationTexts);
const FeedbackInbox = lazyScreen(() => import('./feedback/feedback'), 'FeedbackInbox');
const SubscriptionRequired = lazyScreen(
  () => import('./subscription/subscription-required'),
  'SubscriptionRequired',
  subscriptionTexts,
);
const Terms = lazyScreen(() => import('./legal/legal'), 'Terms');
const Privacy = lazyScreen(() => import('./legal/legal'), 'Privacy');
// One chunk: the second page is opened from the first.
const VerifyPin = lazyScreen(() => import(/* webpackChunkName: "pin" */ './verify-pin/verify-pin'), 'VerifyPin');
const EditEmail = lazyScreen(() => import(/* webpackChunkName: "pin" */ './edit-email/edit-email'), 'EditEmail');
const PendingApproval = lazyScreen(() => import('./pending-approval/pending-approval'), 'PendingApproval');
const Forbidden = lazyScreen(() => import('./forbidden/forbidden'), 'Forbidden');
const SendPassword = lazyScreen(() => import('./reset-password/send-password'), 'SendPassword');
const ResetPassword = lazyScreen(() => import('./reset-password/reset-password'), 'ResetPassword');
const Activation = lazyScreen(() => import('./activation/activation'), 'Activation');
const RevokeEmail = lazyScreen(() => import('./revoke-email/revoke-email'), 'RevokeEmail');
const SuperAdmin = lazyScreen(() => import('./super-admin/super-admin'), 'SuperAdmin');
const Grant = lazyScreen(() => import('./approval/approval'), 'Grant');
const Deny = lazyScreen(() => import('./approval/approval'), 'Deny');
const Unsubscribe = lazyScreen(() => import('./unsubscribe/unsubscribe'), 'Unsubscribe');

export default defineMfe({
  manifest,
  screens: {
    '/': Landing,
    '/login': Login,
    '/loading': Loading,
    '/signup': SignUp,
    '/signup/:invitation': SignUp,
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
    '/revoke_email/:token': RevokeEmail,
    '/super_admin/:token': SuperAdmin,
    '/grant/:id/:token': Grant,
    '/deny/:id/:token': Deny,
    '/unsubscribe/:type/:token': Unsubscribe,
    '/main/settings/:section?': Settings,
    '/main/admin/:page?': AdminPage,
    '/main/applicants': Applicants,
    '/main/moderation/:id?': Moderation,
    '/main/roles': Roles,
    '/main/audit': Audit,
    '/main/feedback': FeedbackInbox,
    '/main/notifications': Notifications,
    '/main/terms': Terms,
    '/main/privacy': Privacy,
  },
  slots: { 'account.report': ReportSlot, 'account.notifications': NotificationsSlot },
  messages: { en, ar: () => import('./messages/ar.json') },
});
