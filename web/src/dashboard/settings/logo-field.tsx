import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import classes from './logo-field.module.css'

// biome-ignore lint/suspicious/noExplicitAny: accepts a form with any fields
type Form = UseFormReturnType<any>

/** The logo on invoices and emails, stored in the form as a data URL. */
export function LogoField({ form }: { form: Form }) {
  const [logo, setLogo] = useState<string>(form.getValues().logo)
  const change = (text: string) => {
    form.setFieldValue('logo', text)
    setLogo(text)
  }
  const read = (file: File | null) => {
    if (file === null) return
    const reader = new FileReader()
    reader.onload = () => change(String(reader.result))
    reader.readAsDataURL(file)
  }
  return (
    <Input.Wrapper
      label="Logo"
      labelProps={{ fz: 13, fw: 500 }}
      descriptionProps={{ fz: 12, mt: 4 }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description="PNG or JPEG, at most 200 KB and 2000 by 2000 pixels."
      error={form.errors.logo}
    >
      <Group gap="sm" mt={4}>
        {logo === '' ? (
          <Text size="sm" c="dimmed">
            None yet
          </Text>
        ) : (
          <img src={logo} alt="Your logo" className={classes.logo} />
        )}
        <FileButton onChange={read} accept="image/png,image/jpeg">
          {(button) => (
            <Button {...button} variant="default">
              Choose a file
            </Button>
          )}
        </FileButton>
        {logo !== '' && (
          <Button variant="subtle" color="gray" onClick={() => change('')}>
            Remove
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
