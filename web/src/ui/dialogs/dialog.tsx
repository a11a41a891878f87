import { Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFocusReturn } from './use-focus-return.ts'

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Disables closing by Escape or a click outside, for content that is shown only once. */
  isKept?: boolean
  size?: ModalProps['size']
}

export function Dialog({ title, isOpen, onClose, children, isKept = false, size = 460 }: Props) {
  useFocusReturn(isOpen)
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      closeOnEscape={!isKept}
      closeOnClickOutside={!isKept}
      withCloseButton={!isKept}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {children}
    </Modal>
  )
}
