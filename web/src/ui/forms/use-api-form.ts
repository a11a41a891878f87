import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { ApiError, messagesByField } from '../../api/api-error.ts'
import { newKey } from './new-key.ts'

type Options<Values, Result> = {
  initial: Values
  /** `key` is the idempotency key of this attempt. */
  send: (values: Values, key: string) => Promise<Result>
  onDone: (result: Result, values: Values) => unknown
  /** Validates before sending; returns messages by field. */
  check?: (values: Values) => { [Field in keyof Values]?: string | undefined }
  /** Called with the values after every change. */
  onChange?: (values: Values) => void
}

/**
 * A form that is sent to the API. Errors of a field are shown at the field, all others are in
 * `problem`.
 */
export function useApiForm<Values extends Record<string, unknown>, Result>({
  initial,
  send,
  onDone,
  check,
  onChange,
}: Options<Values, Result>) {
  const keyFor = useRef(createKeys()).current
  // A second click may arrive before the button shows that it is busy.
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

/** Returns the error if it has a message that belongs to no field, otherwise null. */
function generalProblem(error: Error | null, fields: readonly string[]): Error | null {
  if (!(error instanceof ApiError)) return error
  const general = messagesByField(error, fields)['']
  return general === undefined ? null : error
}

/** Returns the key of an attempt: identical values reuse the last key, others get a new one. */
function createKeys() {
  let last = { values: '', key: '' }
  return (values: unknown): string => {
    const text = JSON.stringify(values)
    if (last.values !== text) last = { values: text, key: newKey() }
    return last.key
  }
}
