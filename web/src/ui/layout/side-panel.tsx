import { ActionIcon, FocusTrap, Group, Stack, Text, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { focusTitle } from '../keyboard/focus-title.ts'
import { useSingleKeys } from '../keyboard/use-single-keys.ts'
import classes from './side-panel.module.css'

const PHONE = '(max-width: 48em)'

type Props = {
  title: string
  about?: ReactNode
  onClose: () => void
  /** Steps to the next or previous row; undefined at either end. */
  onStep?: { next: (() => void) | undefined; previous: (() => void) | undefined }
  /** Key of the list row that receives the focus after closing. */
  row: string
  children: ReactNode
}

/** Details of a row, next to the unchanged list. On a phone they cover the page. */
export function SidePanel({ title, about, onClose, onStep, row, children }: Props) {
  const id = useId()
  const isAlone = useMediaQuery(PHONE) ?? false
  useEscape(onClose)
  useFocus(id, row)
  useSingleKeys({ j: () => onStep?.next?.(), k: () => onStep?.previous?.() })
  return (
    <FocusTrap active={isAlone}>
      <div
        role="dialog"
        aria-modal={isAlone}
        aria-labelledby={id}
        className={classes.panel}
        data-side-panel
      >
        <div className={classes.head}>
          <Stack gap={2} miw={0}>
            <Title order={2} id={id} tabIndex={-1} className={classes.title} data-autofocus>
              {title}
            </Title>
            {about && (
              <Text size="sm" c="dimmed" component="div">
                {about}
              </Text>
            )}
          </Stack>
          <Group gap={4} wrap="nowrap">
            {onStep && (
              <>
                <StepButton label="Previous row" onClick={onStep.previous}>
                  <IconChevronUp size={16} />
                </StepButton>
                <StepButton label="Next row" onClick={onStep.next}>
                  <IconChevronDown size={16} />
                </StepButton>
              </>
            )}
            <ActionIcon variant="subtle" color="gray" aria-label="Close" onClick={onClose}>
              <IconX size={16} />
            </ActionIcon>
          </Group>
        </div>
        <div className={classes.body}>{children}</div>
      </div>
    </FocusTrap>
  )
}

type StepProps = { label: string; onClick: (() => void) | undefined; children: ReactNode }

function StepButton({ label, onClick, children }: StepProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={onClick === undefined}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}

/** Closes the panel on Escape, unless something open on top of it must be closed first. */
function useEscape(onClose: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const { target } = event
    if (target instanceof Element && target.closest('[aria-expanded="true"]')) return
    if (document.querySelector('[role="dialog"][aria-modal="true"]:not([data-side-panel])')) return
    onClose()
  })
  useEffect(() => {
    // Captured, to run before elements on top handle the key and close.
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [])
}

/** Moves the focus to the title; on closing, to the row shown last, or to the title of the page. */
function useFocus(titleId: string, row: string) {
  const last = useRef(row)
  last.current = row
  useEffect(() => {
    document.getElementById(titleId)?.focus({ preventScroll: true })
    return () => {
      const selector = `[data-row-key="${CSS.escape(last.current)}"] a`
      const link = document.querySelector<HTMLElement>(selector)
      if (link) link.focus({ preventScroll: true })
      else focusTitle()
    }
  }, [titleId])
}
