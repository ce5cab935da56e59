/** Editors show only the last of several block comments before a declaration. Comments that declare a JSDoc type are allowed. */
export const oneBlockComment = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { lost: 'Editors show only the next comment: join the two, or move this one to what it describes.' },
  },
  create(context) {
    return {
      Program() {
        const { sourceCode } = context;
        const comments = sourceCode.getAllComments();
        for (const [at, comment] of comments.entries()) {
          const next = comments[at + 1];
          if (!isDoc(comment) || !next || !isDoc(next) || /@(typedef|callback|import)\b/.test(comment.value)) continue;
          if (sourceCode.text.slice(comment.range[1], next.range[0]).trim() === '')
            context.report({ loc: comment.loc, messageId: 'lost' });
        }
      },
    };
  },
};

const isDoc = ({ type, value }) => type === 'Block' && value.startsWith('*');
