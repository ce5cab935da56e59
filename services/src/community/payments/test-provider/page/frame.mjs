// The test provider's frames: the card form, and the page that takes the place of a bank. A classic script without imports.
(() => {
  const form = document.querySelector('form');
  const tell = (message) => parent.postMessage(message, '*');
  const post = async (path, fields) => {
    try {
      const reply = await fetch(`/test-provider/${path}`, { method: 'POST', body: new URLSearchParams(fields) });
      return await reply.json();
    } catch {
      return { error: { type: 'api_connection_error', message: form.dataset.unreachable } };
    }
  };
  const field = (name) => form.elements.namedItem(name);

  const digits = (text) => text.replace(/[^0-9]/g, '');
  const formats = {
    number: (text) =>
      digits(text)
        .slice(0, 19)
        .replace(/(.{4})(?=.)/g, '$1 '),
    expiry: (text) =>
      digits(text)
        .slice(0, 4)
        .replace(/^(..)(?=.)/, '$1 / '),
    cvc: (text) => digits(text).slice(0, 4),
  };
  const card = () => Object.fromEntries(Object.keys(formats).map((name) => [name, field(name).value]));
  const isComplete = () => {
    const { number, expiry, cvc } = card();
    return digits(number).length >= 13 && digits(expiry).length === 4 && cvc.length >= 3;
  };
  form.addEventListener('input', ({ target }) => {
    const format = formats[target.name];
    if (!format) return;
    const atEnd = target.selectionStart === target.value.length;
    if (atEnd) target.value = format(target.value);
    const { number, expiry, cvc } = card();
    const complete = isComplete();
    tell({ type: 'change', complete, empty: number + expiry + cvc === '' });
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  addEventListener('keydown', ({ key }) => key === 'Escape' && tell({ type: 'escape' }));

  let asked;
  const answer = async ({ isConfirmed, clientSecret, account }) =>
    tell({
      type: 'result',
      result: await post('answer', { answer: isConfirmed ? 'yes' : 'no', client_secret: clientSecret, account }),
    });
  for (const button of form.querySelectorAll('button[value]'))
    button.addEventListener('click', () => answer({ ...asked, isConfirmed: button.value === 'yes' }));

  const handlers = {
    setup({ appearance, ...rest }) {
      asked = rest;
      const { theme, variables = {} } = appearance;
      if (theme) document.documentElement.dataset.theme = theme === 'night' ? 'dark' : 'light';
      for (const name of [
        'colorPrimary',
        'colorBackground',
        'colorText',
        'colorTextSecondary',
        'colorDanger',
        'borderRadius',
      ])
        if (variables[name]) document.documentElement.style.setProperty(`--${name}`, variables[name]);
    },
    focus: () => form.querySelector('input, button').focus(),
    answer,
    async confirm({ request, clientSecret, account }) {
      const incomplete = {
        error: { type: 'validation_error', code: 'incomplete_number', message: form.dataset.incomplete },
      };
      const fields = { ...card(), client_secret: clientSecret, account };
      tell({ type: 'result', request, result: isComplete() ? await post('confirm', fields) : incomplete });
    },
  };
  addEventListener('message', ({ source, data }) => {
    if (source === parent) void handlers[data?.type]?.(data);
  });
  new ResizeObserver(() =>
    tell({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) }),
  ).observe(document.body);
  tell({ type: 'ready' });
})();
