/** Texts of a page that few visit at first: in files of their own, so that the first load stays light. */
import { i18n, type Language, type Params } from "./index.svelte";
import { compileMessage, type Message } from "./message";

type Files<K extends string> = Record<Language, () => Promise<{ default: Record<K, string> }>>;

export class MoreTexts<K extends string> {
  private texts = $state.raw<Record<K, string> | null>(null);
  private formats = new Map<string, Message>();

  constructor(private readonly files: Files<K>) {}

  async load(): Promise<void> {
    const texts = (await this.files[i18n.language]()).default;
    this.formats.clear();
    this.texts = texts;
  }

  say = (key: K, params?: Params): string => {
    const text = this.texts?.[key];
    if (text === undefined) return "";
    const format = this.formats.get(key) ?? compileMessage(text, i18n.language);
    this.formats.set(key, format);
    return format(params);
  };
}
