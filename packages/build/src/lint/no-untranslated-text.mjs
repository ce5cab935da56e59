/** Attributes with visible or spoken text. */
const spoken = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'label',
  'placeholder',
  'title',
]);
const hasLetters = /\p{L}/u;

/** Every visible text comes from i18n: no words between tags or in spoken attributes. */
export const noUntranslatedText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { text: "'{{text}}' is visible to users: take it from i18n with a key of this module." },
  },
  create(context) {
    const check = (node, value) => {
      if (typeof value === 'string' && hasLetters.test(value))
        context.report({ node, messageId: 'text', data: { text: value.trim().slice(0, 40) } });
    };
    const checkExpression = (node) => {
      if (node.type === 'Literal') check(node, node.value);
      else if (node.type === 'TemplateLiteral') node.quasis.forEach((quasi) => check(quasi, quasi.value.cooked));
      else if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(checkExpression);
      else if (node.type === 'LogicalExpression') [node.left, node.right].forEach(checkExpression);
    };
    return {
      JSXText: (node) => check(node, node.value),
      JSXExpressionContainer(node) {
        const { parent } = node;
        const attribute = parent.type === 'JSXAttribute';
        if (!attribute || spoken.has(parent.name.name)) checkExpression(node.expression);
      },
      JSXAttribute(node) {
        if (node.value?.type === 'Literal' && spoken.has(node.name.name)) check(node.value, node.value.value);
      },
    };
  },
};
