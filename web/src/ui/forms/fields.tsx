import {
  PasswordInput,
  type PasswordInputProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { PASSWORD_MIN } from './password.ts'

// biome-ignore lint/suspicious/noExplicitAny: accepts a form with any fields
type Form = UseFormReturnType<any>
type FieldProps<Props> = Omit<Props, 'form' | 'name'> & { form: Form; name: string }

/** A single-line form field; `name` is its name in the API. */
export function TextField({ form, name, ...input }: FieldProps<TextInputProps>) {
  return <TextInput {...input} key={form.key(name)} {...form.getInputProps(name)} />
}

/** A multi-line form field. */
export function TextAreaField({ form, name, ...input }: FieldProps<TextareaProps>) {
  return <Textarea {...input} key={form.key(name)} {...form.getInputProps(name)} />
}

export function PasswordField({ form, name, ...input }: FieldProps<PasswordInputProps>) {
  return <PasswordInput {...input} key={form.key(name)} {...form.getInputProps(name)} />
}

export function NameField({ form }: { form: Form }) {
  return <TextField form={form} name="name" label="Your name" autoComplete="name" />
}

export function AddressField({ form }: { form: Form }) {
  return <TextField form={form} name="email" type="email" label="Email" autoComplete="username" />
}

/** A field for a new password; browsers offer to generate one. */
export function NewPasswordField({ form, name }: { form: Form; name: string }) {
  return (
    <PasswordField
      form={form}
      name={name}
      label={name === 'password' ? 'Password' : 'New password'}
      description={`At least ${PASSWORD_MIN} characters. A long password is better than a complicated one.`}
      autoComplete="new-password"
    />
  )
}
