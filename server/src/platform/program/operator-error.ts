/** A problem in the environment of the program, reported to the operator without a stack trace. */
export class OperatorError extends Error {}
