import { Button, Group, Input } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { accentVariables } from '../../ui/theme/accent.ts'
import classes from './accent-field.module.css'

// biome-ignore lint/suspicious/noExplicitAny: accepts a form with any fields
type Form = UseFormReturnType<any>

/** Default colour on customer pages. */
const OURS = '#1f5eff'

/** Colour of buttons and links on customer pages, with an example button. */
export function AccentField({ form }: { form: Form }) {
  const [color, setColor] = useState<string>(form.getValues().accentColor)
  const change = (text: string) => {
    form.setFieldValue('accentColor', text)
    setColor(text)
  }
  return (
    <Input.Wrapper
      id="accent-color"
      label="Accent colour"
      labelProps={{ fz: 13, fw: 500 }}
      descriptionProps={{ fz: 12, mt: 4 }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description="Colour of the buttons and links that customers see. Text stays readable with any colour."
      error={form.errors.accentColor}
    >
      <Group gap="sm" mt={4}>
        <input
          id="accent-color"
          type="color"
          className={classes.color}
          value={color === '' ? OURS : color}
          onChange={(event) => change(event.currentTarget.value)}
        />
        <div style={accentVariables(color === '' ? OURS : color)}>
          <Button component="span" aria-hidden>
            Pay now
          </Button>
        </div>
        {color !== '' && (
          <Button variant="subtle" color="gray" onClick={() => change('')}>
            Remove
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
