import type { MailTexts } from './mail-texts.js';

const ignore = 'إن لم تكن أنت من طلب ذلك فتجاهل هذه الرسالة، ولن يتغير شيء.';

export const arabic: MailTexts = {
  footer: 'أُرسلت هذه الرسالة من {{community}}.',
  unsubscribe: 'إيقاف هذا النوع من الرسائل',
  mails: {
    welcome: {
      subject: 'مرحبًا بك في {{community}}',
      lines: [
        'مرحبًا {{fullname}}،',
        'حسابك {{username}} في {{community}} جاهز. يمكنك تسجيل الدخول باسم المستخدم أو بعنوان البريد الإلكتروني هذا.',
      ],
      actions: [{ title: 'فتح {{community}}', link: 'address' }],
    },
    email_pin: {
      subject: '{{pin}} هو رمز PIN الخاص بك في {{community}}',
      lines: [
        'مرحبًا {{fullname}}،',
        'أنشأ شخص ما حسابًا في {{community}} باسم المستخدم {{username}} بعنوان البريد الإلكتروني هذا. إن كنت أنت فأدخل هذا الرمز لتأكيد العنوان:',
      ],
      code: 'pin',
      actions: [{ title: 'تأكيد عنواني', link: 'address' }],
      notes: [
        {
          zero: 'الرابط يؤدي الغرض نفسه، فهو يقول إن الحساب {{username}} حسابك. انتهت صلاحية الرمز والرابط.',
          one: 'الرابط يؤدي الغرض نفسه، فهو يقول إن الحساب {{username}} حسابك. يصلح الرمز والرابط لدقيقة واحدة.',
          two: 'الرابط يؤدي الغرض نفسه، فهو يقول إن الحساب {{username}} حسابك. يصلح الرمز والرابط لدقيقتين.',
          few: 'الرابط يؤدي الغرض نفسه، فهو يقول إن الحساب {{username}} حسابك. يصلح الرمز والرابط لمدة {{minutes}} دقائق.',
          many: 'الرابط يؤدي الغرض نفسه، فهو يقول إن الحساب {{username}} حسابك. يصلح الرمز والرابط لمدة {{minutes}} دقيقة.',
          other:
            'الرابط يؤدي الغرض نفسه، فهو يقول إن الحساب {{username}} حسابك. يصلح الرمز والرابط لمدة {{minutes}} دقيقة.',
        },
        'إن لم تكن قد أنشأت حسابًا فلا داعي لأي إجراء: لا تفتح الرابط، ولن يحصل الحساب على عنوانك أبدًا. ويمكنك إنشاء حساب به بنفسك في أي وقت. لا تعطِ الرمز لأحد، فلن نطلبه منك أبدًا.',
      ],
    },
    email_change: {
      subject: '{{pin}} هو رمز PIN لعنوانك الجديد في {{community}}',
      lines: [
        'مرحبًا {{fullname}}،',
        'سيصبح عنوان البريد الإلكتروني هذا عنوان الحساب {{username}} في {{community}}. أدخل هذا الرمز في الإعدادات لتأكيده:',
      ],
      code: 'pin',
      notes: [
        {
          zero: 'انتهت صلاحية الرمز، ويبقى العنوان السابق.',
          one: 'يصلح الرمز لدقيقة واحدة. ويبقى العنوان السابق إلى أن تدخله.',
          two: 'يصلح الرمز لدقيقتين. ويبقى العنوان السابق إلى أن تدخله.',
          few: 'يصلح الرمز لمدة {{minutes}} دقائق. ويبقى العنوان السابق إلى أن تدخله.',
          many: 'يصلح الرمز لمدة {{minutes}} دقيقة. ويبقى العنوان السابق إلى أن تدخله.',
          other: 'يصلح الرمز لمدة {{minutes}} دقيقة. ويبقى العنوان السابق إلى أن تدخله.',
        },
        ignore,
      ],
    },
    email_change_begun: {
      subject: 'يجري تغيير عنوان بريدك الإلكتروني في {{community}}',
      lines: [
        'مرحبًا {{fullname}}،',
        'سيصبح {{email}} عنوان البريد الإلكتروني لحسابك في {{community}}. وقد أُدخلت كلمة مرورك لذلك.',
        'إن كنت أنت فلا داعي لأي إجراء. وإن لم تكن أنت فاحتفظ بهذا العنوان: يتوقف التغيير، ويُسجَّل خروج الحساب من جميع الأجهزة. ثم عيّن كلمة مرور جديدة.',
      ],
      actions: [{ title: 'الاحتفاظ بهذا العنوان', link: 'address' }],
      notes: ['يصلح الرابط لمدة 7 أيام، حتى بعد التغيير.'],
    },
    address_in_use: {
      subject: 'لديك حساب بالفعل في {{community}}',
      lines: [
        'مرحبًا،',
        'حاول شخص ما للتو استخدام عنوان البريد الإلكتروني هذا لحساب في {{community}}. العنوان تابع لحسابك، فسجّل الدخول به، أو عيّن كلمة مرور جديدة إن كنت قد نسيتها.',
      ],
      actions: [
        { title: 'تسجيل الدخول', link: 'login' },
        { title: 'تعيين كلمة مرور جديدة', link: 'reset' },
      ],
      notes: [ignore],
    },
    address_unproved: {
      subject: 'لم يؤكد أي حساب في {{community}} هذا العنوان',
      lines: [
        'مرحبًا،',
        'طلب شخص ما للتو كلمة مرور جديدة في {{community}} بعنوان البريد الإلكتروني هذا. ذُكر العنوان عند إنشاء حساب، لكنه لم يُؤكَّد قط، فلا يوجد حساب يمكنه فتحه.',
        'إن كنت أنت فأنشئ الحساب من جديد، وستصلك رسالة برمز جديد على هذا العنوان.',
      ],
      actions: [{ title: 'إنشاء حساب', link: 'signup' }],
      notes: [ignore],
    },
    reset_password: {
      subject: 'تعيين كلمة مرور جديدة في {{community}}',
      lines: ['مرحبًا {{fullname}}،', 'طلبت تعيين كلمة مرور جديدة لحسابك في {{community}}.'],
      actions: [{ title: 'تعيين كلمة مرور جديدة', link: 'address' }],
      notes: [
        {
          zero: 'انتهت صلاحية الرابط.',
          one: 'يعمل الرابط مرة واحدة، لدقيقة واحدة.',
          two: 'يعمل الرابط مرة واحدة، لدقيقتين.',
          few: 'يعمل الرابط مرة واحدة، لمدة {{minutes}} دقائق.',
          many: 'يعمل الرابط مرة واحدة، لمدة {{minutes}} دقيقة.',
          other: 'يعمل الرابط مرة واحدة، لمدة {{minutes}} دقيقة.',
        },
        ignore,
      ],
    },
    password_changed: {
      subject: 'تم تغيير كلمة مرورك في {{community}}',
      lines: [
        'مرحبًا {{fullname}}،',
        'تم تغيير كلمة مرور حسابك في {{community}} للتو، وسُجّل خروجك من أجهزتك الأخرى.',
        'إن كنت أنت من فعل ذلك فلا داعي لأي إجراء، وإلا فعيّن كلمة مرور جديدة فورًا.',
      ],
      actions: [{ title: 'لم أفعل ذلك', link: 'reset' }],
    },
    security_changed: {
      subject: 'تغيّرت طريقة تسجيل الدخول إلى {{community}}',
      lines: [
        'مرحبًا {{fullname}}،',
        'تغيّرت للتو طريقة تسجيل الدخول إلى حسابك في {{community}}.',
        {
          change: {
            totp_added: 'أُعِدّ تطبيق مصادقة: تسجيل الدخول بكلمة المرور يطلب الآن رمزه أيضًا.',
            totp_removed: 'أُوقف تطبيق المصادقة: تكفي كلمة المرور وحدها من جديد.',
            totp_lifted: 'أوقف أحد المشرفين تطبيق المصادقة: تكفي كلمة المرور وحدها من جديد. سُجّل خروجك من كل الأجهزة.',
            passkey_added: 'أُضيف مفتاح مرور: يسجّل الدخول دون كلمة المرور.',
            passkey_removed: 'أُزيل مفتاح مرور.',
            third_party_linked: 'رُبط حساب خارجي: يسجّل الدخول دون كلمة المرور.',
            third_party_removed: 'أُزيلت حسابات خارجية مربوطة: لم تعد تسجّل الدخول.',
            third_party_only:
              'رُبط حساب خارجي. كان عنوانك قد أُكّد دون تسجيل دخول، فربما اختار شخص آخر كلمة المرور. لذلك أُزيلت كلمة المرور ومفاتيح المرور وتطبيق المصادقة والجلسات السابقة للحساب. يمكنك تعيين كلمة مرور جديدة بالبريد الإلكتروني.',
          },
        },
      ],
      actions: [{ title: 'لم أكن أنا', link: 'reset' }],
      notes: [
        'إن لم تكن أنت: عيّن كلمة مرور جديدة بالرابط أعلاه، فهذا يزيل أيضًا كل الحسابات الخارجية المربوطة. ثم راجع «أمان تسجيل الدخول» في الإعدادات، وأخبر القائمين على المجتمع.',
      ],
    },
    access_requested: {
      subject: 'طلب دخول إلى {{community}} من {{applicant}}',
      lines: ['مرحبًا {{fullname}}،', 'ورد من {{applicant}} طلب انضمام إلى {{community}}، وهو في انتظار قرارك.'],
      facts: [
        { label: 'الاسم', value: 'applicant' },
        { label: 'اسم المستخدم', value: 'username' },
        { label: 'البريد الإلكتروني', value: 'email' },
        { label: 'الشركة', value: 'company' },
        { label: 'النوع', value: 'user_type' },
      ],
      actions: [
        { title: 'السماح بالدخول', link: 'grant' },
        { title: 'رفض الدخول', link: 'deny' },
      ],
      notes: ['هذان الرابطان لك وحدك، فلا تُعِد توجيه هذه الرسالة. قد يسبقك مشرف آخر إلى القرار.'],
    },
    group_requested: {
      subject: 'طلب انضمام إلى {{group}} من {{applicant}}',
      lines: ['مرحبًا {{fullname}}،', 'ورد من {{applicant}} طلب انضمام إلى مجموعة {{group}} في {{community}}.'],
      facts: [
        { label: 'الاسم', value: 'applicant' },
        { label: 'اسم المستخدم', value: 'username' },
        { label: 'الشركة', value: 'company' },
        { label: 'مكان العمل', value: 'workplace' },
      ],
      actions: [
        { title: 'قبول', link: 'accept' },
        { title: 'تجاهل', link: 'ignore' },
      ],
      notes: ['هذان الرابطان لك وحدك، فلا تُعِد توجيه هذه الرسالة. قد يسبقك مسؤول آخر في المجموعة إلى القرار.'],
    },
    booking_requested: {
      subject: 'طلب حجز {{room}} من {{applicant}}',
      lines: ['مرحبًا {{fullname}}،', 'ورد من {{applicant}} طلب حجز القاعة {{room}} في {{community}}.'],
      quote: 'comment',
      facts: [
        { label: 'الاسم', value: 'applicant' },
        { label: 'البريد الإلكتروني', value: 'email' },
        { label: 'الشركة', value: 'company' },
        { label: 'مكان العمل', value: 'workplace' },
        { label: 'القاعة', value: 'room' },
        { label: 'من', value: 'from' },
        { label: 'إلى', value: 'to' },
      ],
      actions: [
        { title: 'تأكيد', link: 'confirm' },
        { title: 'رفض', link: 'reject' },
      ],
      notes: ['هذان الرابطان لك وحدك، فلا تُعِد توجيه هذه الرسالة. قد يسبقك مشرف آخر إلى القرار.'],
    },
    due_receipt: {
      subject: 'إيصال: {{title}}',
      lines: ['مرحبًا {{fullname}}،', 'وصلت دفعتك إلى {{community}}.'],
      facts: [
        { label: 'الإيصال', value: 'number' },
        { label: 'التاريخ', value: 'day' },
        { label: 'مقابل', value: 'title' },
        { label: 'المبلغ', value: 'amount' },
      ],
      actions: [{ title: 'فتح الإيصال', link: 'address' }],
    },
    invitation: {
      subject: 'يدعوك {{inviter}} إلى {{community}}',
      lines: ['مرحبًا،', 'يدعوك {{inviter}} إلى الانضمام إلى {{community}}.'],
      actions: [{ title: 'إنشاء حساب', link: 'address' }],
      notes: ['يعمل الرابط لمدة 30 يومًا. إن لم تكن تعرف {{inviter}} فتجاهل هذه الرسالة، ولن يحدث شيء.'],
    },
    access_granted: {
      subject: 'مرحبًا بك في {{community}}',
      lines: ['مرحبًا {{fullname}}،', 'تمت الموافقة على دخولك إلى {{community}}. تفضّل بالدخول.'],
      actions: [{ title: 'فتح {{community}}', link: 'address' }],
    },
    access_denied: {
      subject: 'طلب دخولك إلى {{community}}',
      lines: [
        'مرحبًا {{fullname}}،',
        'رُفض طلب دخولك إلى {{community}}. إن كنت ترى أن في الأمر خطأ فتواصل مع القائمين على المجتمع.',
      ],
    },
    account_deleted: {
      subject: 'تم حذف حسابك في {{community}}',
      lines: [
        'مرحبًا {{fullname}}،',
        'تم حذف حسابك في {{community}} وتسجيل خروجك من كل الأجهزة. لا يمكن التراجع عن ذلك.',
      ],
      notes: ['إن لم تكن تريد ذلك فتواصل مع القائمين على المجتمع.'],
    },
    notice: {
      subject: '{{subject}}',
      lines: ['{{line}}'],
      quote: 'quote',
      facts: [{ label: 'مكان العمل', value: 'workplace' }],
      actions: [{ title: '{{action}}', link: 'address' }],
    },
  },
};
