import { evalExpr } from 'mingo/core';
import type { Options } from 'mingo/types';
import { CommandError, notImplemented } from '../errors.js';
import { RANK, rankOf } from '../values/compare.js';

/** An operator of expressions as mingo calls it. */
export type Expression = (doc: unknown, argument: unknown, options: Options) => unknown;

export const isNull = (value: unknown): boolean => value === null || value === undefined;
export const isNumber = (value: unknown): boolean => rankOf(value) === RANK.number;

/** An operator of some operands, of which one alone need not stand in an array. */
export function operator(
  name: string,
  [least, most]: readonly [number, number],
  run: (...operands: unknown[]) => unknown,
): Expression {
  return (doc, argument, options) => {
    const given = Array.isArray(argument) ? (argument as unknown[]) : [argument];
    if (given.length < least || given.length > most) {
      throw new CommandError('Location16020', `${name} takes ${least} to ${most} arguments, not ${given.length}`);
    }
    return run(...given.map((operand) => evalExpr(doc, operand, options)));
  };
}

const inexact = (name: string): CommandError =>
  notImplemented(`${name} of Decimal128 and of 64-bit integers past 2^53`);

/** Pipelines calculate with doubles. @throws CommandError NotImplemented for numbers that are none */
export function refuseExact(name: string, values: readonly unknown[]): void {
  if (values.some((value) => isNumber(value) && typeof value !== 'number')) throw inexact(name);
}

/** What two numbers come to. @throws CommandError NotImplemented for a 64-bit integer that a double cannot hold */
export function within53Bits(name: string, result: number, a: number, b: number): number {
  const isLong = Number.isInteger(result) && !Number.isSafeInteger(result) && Math.abs(result) < 2 ** 63;
  if (isLong && Number.isSafeInteger(a) && Number.isSafeInteger(b)) throw inexact(name);
  return result;
}
