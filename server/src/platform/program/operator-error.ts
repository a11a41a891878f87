/** What is wrong around the program, told to the person at the terminal without a stack trace. */
export class OperatorError extends Error {}
