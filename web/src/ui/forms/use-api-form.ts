import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, messagesByField } from '../../api/api-error.ts'
import { newKey } from './new-key.ts'

type Options<Values, Result> = {
  initial: Values
  /** `key` names this attempt: whatever repeats it does it only once. */
  send: (values: Values, key: string) => Promise<Result>
  onDone: (result: Result, values: Values) => unknown
  /** What is wrong before anything is sent, by field. */
  check?: (values: Values) => { [Field in keyof Values]?: string | undefined }
  /** Hears of everything that is typed. */
  onChange?: (values: Values) => void
}

/** A form that is sent to the API: what it refuses stands at its field, all else in `problem`. */
export function useApiForm<Values extends Record<string, unknown>, Result>({
  initial,
  send,
  onDone,
  check,
  onChange,
}: Options<Values, Result>) {
  const keyFor = useRef(createKeys()).current
  // A second click may come before the button shows that it is busy.
  const isUnderWay = useRef(false)
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: initial,
    validate: check ? (values) => ({ ...check(values) }) : {},
    ...(onChange && { onValuesChange: onChange }),
  })
  const focus = (field: string | undefined) => {
    if (field !== undefined) form.getInputNode(field)?.focus()
  }
  const mutation = useMutation({
    mutationFn: (values: Values) => send(values, keyFor(values)),
    onSuccess: onDone,
    onSettled: () => {
      isUnderWay.current = false
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      const { '': _general, ...fields } = messagesByField(error, Object.keys(initial))
      form.setErrors(fields)
      focus(Object.keys(fields)[0])
    },
  })
  return {
    form,
    isBusy: mutation.isPending,
    problem: generalProblem(mutation.error, Object.keys(initial)),
    submit: form.onSubmit(
      (values) => {
        if (isUnderWay.current) return
        isUnderWay.current = true
        mutation.mutate(values)
      },
      (errors) => focus(Object.keys(errors)[0]),
    ),
  }
}

/** What no field of the form is to blame for. */
function generalProblem(error: Error | null, fields: readonly string[]): Error | null {
  if (!(error instanceof ApiError)) return error
  const general = messagesByField(error, fields)['']
  return general === undefined ? null : error
}

/** The same values are the same attempt, other values another one. */
function createKeys() {
  let last = { values: '', key: '' }
  return (values: unknown): string => {
    const text = JSON.stringify(values)
    if (last.values !== text) last = { values: text, key: newKey() }
    return last.key
  }
}
