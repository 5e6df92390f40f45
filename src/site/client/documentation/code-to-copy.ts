/** What the copy button of a box copies: the visible code, or the whole of a response that the box shows in part. */

const fullTexts = new WeakMap<Element, string>()

export function setFullText(box: Element, text: string): void {
  fullTexts.set(box, text)
}

export function codeToCopy(button: HTMLElement): string {
  const box = button.closest('.code-box') as HTMLElement
  const code = [...box.querySelectorAll<HTMLElement>('pre')].find((pre) => pre.checkVisibility())
  return fullTexts.get(box) ?? code?.textContent ?? ''
}
